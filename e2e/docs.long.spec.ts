import { expect, test } from './support/test';

test('the API’s calls are shown at /docs by our own files alone', async ({ page, baseURL }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) outside.push(request.url());
  });
  await page.goto('/docs');
  await page.locator('#operations-tag-user').click();
  await page.getByRole('button', { name: 'POST /api/user/login Sign in' }).click();
  await page.getByRole('tab', { name: 'Schema' }).first().click();
  await expect(page.getByText('<= 254 characters').first()).toBeVisible();
  expect(outside).toEqual([]);
});
