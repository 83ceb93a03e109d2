import type { APIRequestContext } from '@playwright/test';
import { callAsGuest } from './api';
import { codeSentTo } from './outbox';

/** Returns a Turkish mobile number that ends in these digits; each journey uses its own. */
export const phoneEnding = (digits: string) => `53${digits.padStart(8, '7')}`;

/** Registers a company over HTTP with the code from the SMS. */
export const registerCompany = async (request: APIRequestContext, email: string, phone: string, password: string) => {
  const { call } = callAsGuest(request);
  await call('put', '/api/verify-phone-send-code', { phone, countryCode: 'TR', isVerify: true });
  const code = await codeSentTo(request, phone);
  const verified = await call<{ phoneVerifyCode: string }>('post', '/api/update-phone-verify', { phone, code });
  const person = { firstName: 'Deniz', lastName: 'Aydın', companyName: 'Deniz Kafe' };
  const rest = { phone, country: 1, location: '40.99, 29.03', agreement: true, ...verified };
  await call('put', '/api/user/company/register', { email, password, ...person, ...rest });
};
