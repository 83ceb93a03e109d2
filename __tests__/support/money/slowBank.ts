import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE } from '../../../contract/constants/time';
import { createRandom, hashText } from '../../../server/seeds/insert';
import { DECLINES, isAuthorised, sign, type Fields } from '../counterparts/iyzicoWorld';

/** The longest delay in ms before a slow bank books a charge. */
export const SLOWEST_MS = 20 * MINUTE;

/**
 * Fates of a charge. `lost`: its answer is lost; `never`: its request; `slow`: the money moves later without an
 * answer.
 */
const FATES = [
  ['well', 8],
  ['doubled', 2],
  ['lost', 3],
  ['slow', 3],
  ['trouble', 1],
  ['never', 1],
  ['review', 1],
  ['declined', 3],
  ['declinedUnheard', 1],
] as const;
type Fate = (typeof FATES)[number][0];

/**
 * One charge request at the bank. `takenAt` is the booking time in ms of the run's clock; null if it is never booked.
 */
export interface BankCharge {
  orderId: string;
  userId: number;
  amountMinor: number;
  sentAt: number;
  takenAt: number | null;
  fate: Fate;
  fraudClearsAt: number;
  paymentId: string;
}

export interface SlowBank {
  url: string;
  charges: BankCharge[];
  /** Number of requests that the bank received. */
  calls: number;
  /** Called after the booking of a charge whose answer arrives twice. */
  onDoubled: (orderId: string) => void;
  /** Answers everything correctly from now on. */
  stopFaults: boolean;
  close(): Promise<void>;
}

const isTaken = ({ takenAt }: BankCharge, now: number): boolean => takenAt !== null && takenAt <= now;

/**
 * Starts a stand-in for iyzico's kept cards that charges for every request, under any id. The seed of a company
 * decides the fate of its charges; one detail request in ten gets no answer.
 */
export const slowBank = async (
  clock: { now(): Date },
  seedOf: (userId: number) => number,
  isDeclined: (userId: number) => boolean,
): Promise<SlowBank> => {
  const asked = new Map<string, number>();
  const times = (what: string): number => {
    const count = (asked.get(what) ?? 0) + 1;
    asked.set(what, count);
    return count;
  };

  const detail = (charge: BankCharge): Fields => {
    const { orderId, amountMinor, paymentId } = charge;
    const price = amountMinor / 100;
    const signature = sign([paymentId, 'TRY', orderId, orderId, price, price].join(':'));
    const fraudStatus = clock.now().getTime() < charge.fraudClearsAt ? 0 : 1;
    return {
      status: 'success',
      currency: 'TRY',
      basketId: orderId,
      conversationId: orderId,
      price,
      paidPrice: price,
      paymentId,
      fraudStatus,
      signature,
      itemTransactions: [{ itemId: orderId, transactionStatus: 2 }],
    };
  };
  const declined = { status: 'failure', ...DECLINES['4111111111111129'] };

  /** Returns the answer to a charge, or null for none. */
  const charge = (body: Fields): Fields | null => {
    const orderId = String(body.conversationId);
    const userId = Number((body.buyer as Fields).id);
    const now = clock.now().getTime();
    const random = createRandom(hashText(`${seedOf(userId)} ${times(`charges ${userId}`)}`));
    const drawn = self.stopFaults ? 'well' : random.weighted(FATES);
    const fate = isDeclined(userId) && !drawn.startsWith('declined') && drawn !== 'never' ? 'declined' : drawn;
    const isBooked = !['never', 'declined', 'declinedUnheard'].includes(fate);
    const delay = fate === 'slow' || (fate === 'trouble' && random.chance(0.5)) ? random.int(MINUTE, SLOWEST_MS) : 0;
    const one: BankCharge = {
      orderId,
      userId,
      amountMinor: Math.round(Number(body.price) * 100),
      sentAt: now,
      takenAt: isBooked ? now + delay : null,
      fate,
      fraudClearsAt: fate === 'review' ? now + random.int(MINUTE, 300 * MINUTE) : 0,
      paymentId: String(1_000_000 + self.charges.length),
    };
    self.charges.push(one);
    if (fate === 'well' || fate === 'review') return detail(one);
    if (fate === 'doubled') {
      self.onDoubled(orderId);
      return detail(one);
    }
    if (fate === 'declined') return declined;
    return fate === 'trouble' ? { status: 'failure', errorCode: '100001', errorMessage: 'System error' } : null;
  };

  const lookUp = (body: Fields): Fields | null => {
    const orderId = String(body.paymentConversationId);
    const random = createRandom(hashText(`${orderId} ${times(`details ${orderId}`)}`));
    if (!self.stopFaults && random.chance(0.1)) return null;
    if (!self.stopFaults && random.chance(0.05))
      return { status: 'failure', errorCode: '1', errorMessage: 'System error' };
    const mine = self.charges.filter((one) => one.orderId === orderId);
    const taken = mine.find((one) => isTaken(one, clock.now().getTime()));
    if (taken) return detail(taken);
    if (mine.some(({ fate }) => fate === 'declinedUnheard'))
      return { ...detail(mine[0]!), itemTransactions: undefined, paymentStatus: 'FAILURE' };
    return { status: 'failure', errorCode: '5115', errorMessage: 'not found' };
  };

  const answerTo = (request: IncomingMessage, text: string): Fields | null => {
    const path = String(request.url);
    if (!isAuthorised(request, path, text)) return { status: 'failure', errorCode: '1000' };
    const body = JSON.parse(text) as Fields;
    return path === '/payment/auth' ? charge(body) : lookUp(body);
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (data: Buffer) => chunks.push(data));
    request.on('end', () => {
      self.calls += 1;
      const answer = answerTo(request, Buffer.concat(chunks).toString());
      if (answer === null) return void request.socket.destroy();
      const json = JSON.stringify(answer).replace(/"(price|paidPrice)":(\d+)([,}])/g, '"$1":$2.00000000$3');
      response.writeHead(200, { 'content-type': 'application/json' }).end(json);
    });
  });
  const self: SlowBank = {
    url: '',
    charges: [],
    calls: 0,
    onDoubled: () => undefined,
    stopFaults: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return self;
};
