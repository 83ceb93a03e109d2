import { ImportPage } from './ImportPage';

/** Imports branches from a file, for HR staff and root. */
export const BranchImportPage = () => <ImportPage kind="branch" />;
