import type { FormName } from '../../../contract/constants/options';
import type { Api } from '../../lib/api';

/** Returns the fields of a form in the marketplace's country. */
export const getFormFields = async (api: Api, formName: FormName, signal?: AbortSignal) =>
  (await api.call('POST /form-input-list', { body: { formName }, signal })).fields;
