import type { StreamContent } from '../../model/operations/contents.js'
import type { ModuleScope } from '../module-scope.js'
import { literal } from '../typescript/text.js'
import { typeText, unionOf } from '../typescript/type-text.js'

const RUNTIME = '@tagwire/runtime/http'

/** The type of the items of a stream. */
export function itemType({ imports, received }: ModuleScope, { stream }: StreamContent): string {
  if (stream.form === 'text-events') return imports.type('ServerSentEvent', RUNTIME)
  if (stream.form !== 'json-events') return typeText(stream.item, received)
  const types = stream.events.map(({ event, data }) => {
    const name = event === undefined ? '' : `, ${literal(event)}`
    return `${imports.type('ServerSentEvent', RUNTIME)}<${typeText(data, received)}${name}>`
  })
  return unionOf([...new Set(types)])
}
