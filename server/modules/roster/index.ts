export { findMember, joinRoster, memberLink, withdraw, type Member } from './service';
export { tellRoster } from './newsService';
export { countMembers } from './repository';
