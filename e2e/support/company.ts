import { expect, type APIRequestContext } from '@playwright/test';
import { codeSentTo } from './outbox';

/** A phone that a journey has for itself: a Turkish mobile number ending in these digits. */
export const phoneEnding = (digits: string) => `53${digits.padStart(8, '7')}`;

/** Registers a company over HTTP with the code that was sent to its phone. */
export const registerCompany = async (request: APIRequestContext, email: string, phone: string, password: string) => {
  const call = async (method: 'put' | 'post', path: string, data: object) => {
    const answer = await request[method](path, { data });
    expect([path, answer.status()]).toEqual([path, 200]);
    return ((await answer.json()) as { payload: Record<string, string> }).payload;
  };
  await call('put', '/api/verify-phone-send-code', { phone, countryCode: 'TR', isVerify: true });
  const code = await codeSentTo(request, phone);
  const { phoneVerifyCode } = await call('post', '/api/update-phone-verify', { phone, code });
  const person = { firstName: 'Deniz', lastName: 'Aydın', companyName: 'Deniz Kafe' };
  const rest = { phone, country: 1, location: '40.99, 29.03', agreement: true, phoneVerifyCode };
  await call('put', '/api/user/company/register', { email, password, ...person, ...rest });
};
