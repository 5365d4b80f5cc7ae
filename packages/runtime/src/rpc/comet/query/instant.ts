const form = /^(\d{4}-\d\d-\d\d)(?:T(\d\d?)(:\d\d:\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d)))?$/

/**
 * The milliseconds of a date, or of a time as the node reads it; `undefined` for a text that is
 * neither. Times in queries have whole seconds: any fraction comes after them, and how large it is
 * does not matter.
 */
export function instantOf(text: string): number | undefined {
  const [, day, hour = '0', rest = ':00:00', fraction = '', sign, hours = 0, minutes = 0] =
    form.exec(text) ?? []
  const written = `${day}T${hour.padStart(2, '0')}${rest}`
  const ms = Date.parse(`${written}Z`)
  // Date.parse takes 30 February and 24 o'clock; a calendar does not.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(written)) return undefined
  if (Number(hours) > 24 || Number(minutes) > 60) return undefined
  const zone = (Number(hours) * 60 + Number(minutes)) * 60_000
  return (sign === '-' ? ms + zone : ms - zone) + (/[1-9]/.test(fraction) ? 0.5 : 0)
}
