import { object } from 'yup';
import { COMMENT_MAX } from '../../../../contract/constants/limits';
import { requiredText } from '../../../lib/rules';

export const commentSchema = object({ message: requiredText(COMMENT_MAX) });
export const emptyComment = { message: '' };
