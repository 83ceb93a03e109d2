import type { DoorState } from './slice';

export const selectDoor = ({ door }: { door: DoorState }) => door;
