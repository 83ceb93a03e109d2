/** The HR staff of the organisation. */
export const HrStaff = () => null;
