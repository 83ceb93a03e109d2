import type { BrowserContextOptions, CDPSession } from '@playwright/test';

/** How many times slower the measured processor is. */
export const SLOWDOWN = 4;
const LATENCY = 150;
const BYTES_A_SECOND = 1_600_000 / 8;

export const PHONE: BrowserContextOptions = {
  locale: 'en-US',
  viewport: { width: 412, height: 823 },
  isMobile: true,
};

/** Slows a page's processor down. */
export const slowProcessor = async (cdp: CDPSession): Promise<void> => {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
};

/** Slows a page down to a weak phone on a weak network: processor 4×, 150 ms, 1.6 Mbit/s. */
export const slowPhone = async (cdp: CDPSession): Promise<void> => {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await slowProcessor(cdp);
};
