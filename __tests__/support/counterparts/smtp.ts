import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface SmtpCounterpart {
  /** The received mails as raw texts. */
  mails: string[];
  port: number;
  close(): Promise<void>;
}

const failing = (text: string, responseCode: number): Error => Object.assign(new Error(text), { responseCode });

/**
 * Starts a real SMTP server in this process, which rejects `nobody@…`, is busy for `later@…` and accepts all other
 * mailboxes.
 */
export const smtpCounterpart = async (options: SMTPServerOptions = {}): Promise<SmtpCounterpart> => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('nobody@')) return done(failing('no such mailbox', 550));
      if (address.startsWith('later@')) return done(failing('try again later', 451));
      return done();
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (data: Buffer) => chunks.push(data));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString());
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return { mails, port, close: () => new Promise((resolve) => server.close(() => resolve())) };
};
