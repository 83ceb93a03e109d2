import nodemailer from 'nodemailer';
import { isLoopback } from '../../platform/net';
import type { Mail } from '../../platform/outgoing/enqueue';
import { PermanentFailure, type Send, type WithFile } from '../../platform/ports/senders';
import type { SmtpSettings } from '../../platform/providerSettings';
import { TIMEOUT_MS } from '../http';

/** Longer than one request, because a mail may also wait for a free connection. */
const MAIL_MS = 25_000;
const COMMANDS_OF_A_MAIL = new Set(['RCPT TO', 'DATA']);

/**
 * Returns whether the server refuses a mailbox or a message permanently (5xx, RFC 5321, section 4.2.1). A 5xx to the
 * password or the sender means wrong settings, which an operator can correct.
 */
const isPermanent = (error: unknown): boolean => {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && COMMANDS_OF_A_MAIL.has(command);
};

const failureOf = (error: unknown): string => {
  const { responseCode, code, name } = error as { responseCode?: number; code?: string; name?: string };
  return ['smtp', responseCode, code ?? name].filter(Boolean).join(' ');
};

/**
 * Returns whether TLS is required: always for a password sent to another machine, unless the address has
 * `?requireTLS=false`.
 */
const needsTls = ({ protocol, password, hostname }: URL): boolean =>
  protocol === 'smtp:' && password !== '' && !isLoopback(hostname);

/** Sends mails through an SMTP server over a few pooled connections. */
export const smtpSender = ({ url, from }: SmtpSettings): { send: Send<Mail & WithFile>; close(): void } => {
  const transport = nodemailer.createTransport({
    requireTLS: needsTls(new URL(url)),
    url,
    pool: true,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // The library must not read content from a path or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, html, attached }) => {
      try {
        await transport.sendMail({
          from,
          // An address object, so that no address or subject can inject a header.
          to: { name: '', address: to },
          subject,
          text,
          ...(html !== '' && { html }),
          ...(attached && {
            attachments: [{ filename: attached.name, contentType: attached.type, content: attached.content }],
          }),
          // Prevents automatic replies. RFC 3834, section 5.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(MAIL_MS),
        });
      } catch (error) {
        if (isPermanent(error)) throw new PermanentFailure(failureOf(error));
        throw new Error(failureOf(error));
      }
    },
    close: () => transport.close(),
  };
};
