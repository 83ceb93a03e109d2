export type { BulkItem, BulkPreview, BulkPreviewBody, BulkSkip } from '../../../contract/schemas/bulks';
export type { BulkAction, BulkOutcome } from '../../../contract/constants/bulks';
export * from './rules';
export * from './saga';
export * from './slice';
