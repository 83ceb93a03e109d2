const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format;
};

/** An instant as wall time in a zone, `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (instant: Date, timeZone: string): string => formatOf(timeZone).format(instant);

const DAY = 86_400_000;

/**
 * The instant of a wall time `YYYY-MM-DD HH:mm:ss` in a zone: the first of two where the clock went back, null where
 * it was put forward over that time or the text is no date.
 */
export const fromWallTime = (text: string, timeZone: string): Date | null => {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(asUtc)) return null;
  // No zone is farther than a day from UTC: the offsets a day before and after are all that can hold then.
  const candidates = [-DAY, DAY].flatMap((distance) => {
    const near = new Date(asUtc + distance);
    const offset = Date.parse(`${wallTime(near, timeZone).replace(' ', 'T')}Z`) - near.getTime();
    // Past the year 9999 a wall time is no ISO text any more.
    return Number.isNaN(offset) ? [] : [asUtc - offset];
  });
  const exact = candidates.filter((instant) => wallTime(new Date(instant), timeZone) === text);
  return exact.length > 0 ? new Date(Math.min(...exact)) : null;
};

/** The instant at which a day `YYYY-MM-DD` begins in a zone; days that skip midnight begin at their first minute. */
export const dayStart = (day: string, timeZone: string): Date => {
  for (let minute = 0; minute < 180; minute += 1) {
    const hours = String(Math.floor(minute / 60)).padStart(2, '0');
    const found = fromWallTime(`${day} ${hours}:${String(minute % 60).padStart(2, '0')}:00`, timeZone);
    if (found) return found;
  }
  return new Date(`${day}T00:00:00Z`);
};
