export { findMember, joinRoster, memberLink, notifyRosters, withdraw, type Member } from './service';
export { countMembers, type NewMembership } from './repository';
