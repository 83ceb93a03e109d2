export {
  findMember,
  joinRoster,
  memberLink,
  withdraw,
  type Member,
  type NewMembership,
  notifyRosters,
} from './service';
export { countMembers } from './repository';
