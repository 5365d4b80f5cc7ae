import type { StreamContent } from '../../model/operations/contents.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { literal } from '../typescript/text.js'
import { typeText, unionOf } from '../typescript/type-text.js'

/** The type of the items of a stream. */
export function itemType({ imports, received }: ModuleScope, { stream }: StreamContent): string {
  if (stream.form === 'text-events') return imports.type('ServerSentEvent', HTTP)
  if (stream.form !== 'json-events') return typeText(stream.item, received)
  const types = stream.events.map(({ event, data }) => {
    const name = event === undefined ? '' : `, ${literal(event)}`
    return `${imports.type('ServerSentEvent', HTTP)}<${typeText(data, received)}${name}>`
  })
  return unionOf([...new Set(types)])
}
