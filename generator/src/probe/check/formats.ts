/** The formats that the generated validators check; every other one only informs. */
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['int64', (text) => isBetween(text, -(2n ** 63n), 2n ** 63n - 1n)],
  ['uint64', (text) => !text.startsWith('-') && isBetween(text, 0n, 2n ** 64n - 1n)],
  ['integer', (text) => /^-?\d+$/.test(text)],
  ['decimal', (text) => /^-?\d+(?:\.\d+)?$/.test(text)],
  ['hex', (text) => text.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(text)],
  ['hex-lower', (text) => text.length % 2 === 0 && /^[0-9a-f]*$/.test(text)],
  ['base64', isBase64],
  ['byte', isBase64],
  ['date-time', isDateTime],
])

export function hasFormat(text: string, format: string): boolean {
  return FORMATS.get(format)?.(text) ?? true
}

function isBetween(text: string, least: bigint, most: bigint): boolean {
  if (!/^-?\d{1,20}$/.test(text)) return false
  const value = BigInt(text)
  return value >= least && value <= most && text.replace('-', '').length <= String(most).length
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

const RFC3339 =
  /^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/

function isDateTime(text: string): boolean {
  const found = RFC3339.exec(text)
  if (!found) return false
  const [, day = '', , minute, second] = found
  // A leap second ends a quarter of an hour, whatever the zone.
  if (second === '60' && Number(minute) % 15 !== 14) return false
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
