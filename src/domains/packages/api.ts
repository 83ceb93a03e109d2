import type { Api } from '../../lib/api';

/** Returns the packages that the company may buy, in the catalogue's order. */
export const getPackages = async (api: Api) => (await api.call('GET /payment/packages')).packages;
