import type { Model } from '../../model/model.js'
import { acceptedSchemes } from '../../model/operations/accepted-schemes.js'
import { inputForm } from '../../model/operations/inputs.js'
import { pathOf } from '../../model/operations/operation.js'
import { ownServer } from '../../model/servers/own-server.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { Made, Name } from '../value.js'
import { answerDescriptor } from './answer-descriptor.js'
import { sendsBytes } from './bodies.js'
import { type DescriptorMembers, runtime } from './descriptor-members.js'
import type { HttpMethod } from './methods.js'
import { requestDescriptor } from './request-descriptor.js'
import { responseDescriptor } from './response-descriptor.js'
import { addedMembers, itemReader, type StreamSwitch, streamEnds } from './streaming.js'

/** Everything that a call needs to know about an operation. */
export function operationDescriptor(
  model: Model,
  method: HttpMethod,
  declarations: ReadonlyMap<string, Declaration>,
): DescriptorMembers {
  const { name, operation, stream } = method
  const { binding } = operation
  if (binding.kind !== 'http') return {}
  const reading: DescriptorMembers = stream
    ? {
        accept: stream.mediaType,
        read: runtime('readNothing'),
        items: itemReader(stream),
        ends: streamEnds(stream),
        stream: runtime('streamOf'),
      }
    : responseDescriptor(operation, declarations)
  const added = addedMembers(method, declarations)
  const needsLongForm = 'accept' in reading || added !== undefined
  const { place, headers, ...sending } = requestDescriptor(operation, declarations, needsLongForm)
  return {
    name,
    ...(operation.id === name ? {} : { id: operation.id }),
    method: binding.method,
    path: pathOf(binding),
    ...(operation.tags.length > 0 ? { tags: [...operation.tags] } : {}),
    server: ownServer(model, operation),
    headers,
    ...(operation.idempotent && !sendsBytes(operation) ? { idempotent: true } : {}),
    ...(inputForm(operation).form === 'none' ? { bare: true } : {}),
    security: acceptedSchemes(model, operation),
    ...reading,
    place: added && place instanceof Name ? placeWith(place, added) : place,
    ...sending,
    ...answerDescriptor(operation, declarations),
  }
}

function placeWith(place: Name, { name, value, inside }: StreamSwitch): Made {
  return new Made(runtime('placeWith'), [place, { [name]: value }, ...(inside ? ['body'] : [])])
}
