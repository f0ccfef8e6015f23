import { test, expect } from '@playwright/test';

test('test', async ({ page }) => {
  await page.goto('http://localhost:3000/');
  await page.getByRole('button', { name: 'Load the list' }).click();
  await page.getByTestId('clear').click();
  await expect(page.getByText('Nothing yet')).toBeHidden();
  await page.getByLabel('Name').fill('Ann');
  await page.getByText('Greet', { exact: true }).click();
});
