const form = /^(\d{4}-\d\d-\d\d)(?:T(\d\d?)(:\d\d:\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d)))?$/

/**
 * The milliseconds of a date, or of a time as the node parses it; `undefined` for other text.
 * Times in queries have whole seconds, so any fraction counts as later, and its size does not
 * matter.
 */
export function instantOf(text: string): number | undefined {
  const [, day, hour = '0', rest = ':00:00', fraction = '', sign, hours = 0, minutes = 0] =
    form.exec(text) ?? []
  const written = `${day}T${hour.padStart(2, '0')}${rest}`
  const ms = Date.parse(`${written}Z`)
  // Date.parse accepts 30 February and 24:00.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(written)) return undefined
  if (Number(hours) > 24 || Number(minutes) > 60) return undefined
  const zone = (Number(hours) * 60 + Number(minutes)) * 60_000
  return (sign === '-' ? ms + zone : ms - zone) + (/[1-9]/.test(fraction) ? 0.5 : 0)
}
