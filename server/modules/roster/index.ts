export { findMember, joinRoster, memberLink, withdraw, type Member, type NewMembership } from './service';
export { notifyRosters } from './newJobsService';
export { countMembers } from './repository';
