import type { Change } from '../../check/finding.js'
import { type Dictionary, isDictionary } from '../../model/json.js'
import type { Dialect } from './dialect.js'
import { add, listAt, type PatchStep, pathOf } from './patch-step.js'
import { schemaOf } from './type-patch.js'

/** The description of what was only seen. */
export const UNDESCRIBED = 'Seen, not described yet.'

export function addParameter(
  operation: Dictionary,
  { name, place, types }: Extract<Change, { kind: 'parameter' }>,
  dialect: Dialect,
): PatchStep[] {
  const schema = schemaOf(types, dialect)
  return place === 'params'
    ? addTo(operation, 'params', { name, schema })
    : addTo(operation, 'parameters', { name, in: place, schema })
}

function addTo(schema: Dictionary, keyword: string, item: Dictionary): PatchStep[] {
  return [listAt(schema, keyword) ? add(pathOf(keyword, '-'), item) : add(pathOf(keyword), [item])]
}

export function addResponse(operation: Dictionary, status: string): PatchStep[] {
  const response = { description: UNDESCRIBED }
  return isDictionary(operation.responses)
    ? [add(pathOf('responses', status), response)]
    : [add('/responses', { [status]: response })]
}

export function addError(method: Dictionary, code: number): PatchStep[] {
  return addTo(method, 'errors', { code, message: UNDESCRIBED })
}
