import { ImportPage } from './ImportPage';

/** Imports HR staff from a file, for root. */
export const HrImportPage = () => <ImportPage kind="hr" />;
