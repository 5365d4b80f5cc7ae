import { excessIn } from '../limits.js'
import { findJsonFault } from './json-fault.js'
import { createJsonLocator } from './json-position.js'
import { findMergeConflict } from './merge-conflict.js'
import { findOtherLanguage } from './other-languages.js'
import { type ParsedText, unread } from './parsed-text.js'
import { findRepeatedKey, keysIn, keysInText } from './repeated-keys.js'
import { parseYaml } from './yaml.js'

/**
 * JSON is parsed by the engine, everything else as YAML 1.2 (a superset of JSON). A `.json` file has to be
 * valid JSON: other tools would not accept a trailing comma either.
 */
export function parseText(text: string, isJson = false): ParsedText {
  const stopped = findOtherLanguage(text) ?? findMergeConflict(text)
  if (stopped) return unread(stopped)
  const flow = /^\s*[{[]/.test(text)
  const parsed = flow ? (parseJson(text) ?? parseFlow(text, isJson)) : parseYaml(text)
  const excess = excessIn(parsed.value)
  if (!excess) return parsed
  const { pointer, ...fault } = excess
  return unread({ ...fault, offset: parsed.locate(pointer) })
}

/** The YAML parser is slow for megabytes of flow style, which in practice are JSON. */
const LONGEST_FLOW = 100_000

/** Text that looks like JSON but does not parse: YAML in flow style, or invalid JSON. */
function parseFlow(text: string, isJson: boolean): ParsedText {
  const yaml = text.length <= LONGEST_FLOW && !isJson ? parseYaml(text) : undefined
  const fault = yaml && yaml.faults.length === 0 ? undefined : findJsonFault(text)
  return fault ? unread(fault) : (yaml ?? parseYaml(text))
}

function parseJson(text: string): ParsedText | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const repeated = keysIn(value) === keysInText(text) ? undefined : findRepeatedKey(text)
    return { value, locate: createJsonLocator(text), faults: repeated ? [repeated] : [] }
  } catch {
    // Invalid JSON, or YAML in flow style.
    return undefined
  }
}
