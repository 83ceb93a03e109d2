export { findMember, joinRoster, memberLink, withdraw, type Member, type Membership } from './service';
export { notifyRosters } from './newJobsService';
export { countMembers } from './repository';
