import { expect } from '@playwright/test';
import { chooseMore, type Scene, type View } from './view';
import { openMenu } from './accountViews';

const rows = ({ page, t }: Scene) => page.getByRole('navigation', { name: t('inbox.threads') }).getByRole('link');
const input = ({ page, t }: Scene) => page.getByRole('textbox', { name: t('conversation.input') });

const openInbox = async (scene: Scene) => {
  await scene.go('/inbox');
  await expect(rows(scene).first()).toBeVisible();
};

const openThread = async (scene: Scene) => {
  await openInbox(scene);
  await rows(scene).nth(5).click();
  await expect(input(scene)).toBeVisible();
};

const openBranches = async ({ page, go }: Scene) => {
  await go('/branches-inbox');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
};

const branch = { role: 'branch' } as const;

/** Views of conversations, support and the end of a session. */
export const CHAT_VIEWS: readonly View[] = [
  { role: 'hr', name: 'inboxes of the branches', routes: ['/branches-inbox'], open: openBranches },
  {
    role: 'hr',
    name: 'a conversation of a branch',
    routes: ['/inbox/:branchId/:threadId'],
    open: async (scene) => {
      await openBranches(scene);
      await scene.page.getByRole('main').getByRole('listitem').nth(1).getByRole('link').click();
      await rows(scene).first().click();
      await expect(input(scene)).toBeVisible();
    },
  },
  { role: 'hr', name: 'inbox of all branches', routes: ['/inbox'], open: openInbox },
  {
    role: 'root',
    name: 'a conversation in the inbox of all branches',
    open: async (scene) => {
      await openInbox(scene);
      await rows(scene).first().click();
      await expect(input(scene)).toBeVisible();
    },
  },
  { ...branch, name: 'inbox', routes: ['/inbox'], open: openInbox },
  { ...branch, name: 'conversation', routes: ['/inbox/:threadId'], open: openThread },
  {
    ...branch,
    name: 'somebody who is blocked',
    dialogs: ['ConversationTools'],
    open: async (scene) => {
      await openThread(scene);
      await chooseMore(scene, 'person', 'conversation.block.action');
      await expect(scene.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'a conversation that is deleted',
    dialogs: ['ConversationTools'],
    open: async (scene) => {
      await openThread(scene);
      await chooseMore(scene, 'person', 'conversation.delete.action');
      await expect(scene.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'a message that leads outside',
    dialogs: ['CheckDialog'],
    open: async (scene) => {
      await openThread(scene);
      await input(scene).fill('Write to me on WhatsApp, 0532 111 22 33');
      await input(scene).press('Enter');
      await expect(scene.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'signing out with what was not sent',
    routes: ['/logout'],
    dialogs: ['LogoutPage'],
    open: async (scene) => {
      await openThread(scene);
      await input(scene).fill('Not sent');
      await scene.go('/logout');
      await expect(scene.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'a session that ended in mid-work',
    dialogs: ['SessionDialog'],
    open: async (scene) => {
      await openInbox(scene);
      await scene.page.route('**/api/**', (route) =>
        route.fulfill({ status: 401, json: { ok: false, key: 'error.unauthorized', message: '' } }),
      );
      await rows(scene).first().click();
      await expect(scene.page.getByRole('dialog', { name: scene.t('session.expired.title') })).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'support trace',
    dialogs: ['TraceDialog'],
    open: async (scene) => {
      await openMenu(scene);
      await scene.page.getByRole('menuitem', { name: scene.t('ui.support.save') }).click();
      await expect(scene.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...branch,
    name: 'replay of a trace',
    routes: ['/support/replay'],
    open: async ({ page, go, t }) => {
      // An operator turns the replay on for the support server.
      await page.route('**/dashboard/support/replay', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('"supportReplay":false', '"supportReplay":true');
        return route.fulfill({ response, body });
      });
      await go('/support/replay');
      await expect(page.getByRole('button', { name: t('support.replay.choose') })).toBeVisible();
    },
  },
];
