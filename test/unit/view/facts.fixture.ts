import { Made, type MadeValue, Name } from '../../../generator/src/view/value.js'

/** Data with functions of the runtime in it as plain data: `readText()`. */
export function plain(value: MadeValue | undefined): unknown {
  if (value instanceof Made) {
    return `${value.by.text}(${value.args.map((each) => JSON.stringify(plain(each))).join(', ')})`
  }
  if (value instanceof Name) return `${value.text}()`
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(entries.map(([key, each]) => [key, plain(each)]))
}
