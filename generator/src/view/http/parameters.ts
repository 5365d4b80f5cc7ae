import { containerKinds } from '../../model/operations/container-kinds.js'
import type { ListStyle, Parameter, ParameterStyle } from '../../model/operations/operation.js'
import { serializationOf } from '../../model/operations/parameter-styles.js'
import type { Declaration } from '../../model/shapes/shape.js'

/** The functions of the runtime that serialize one value: its `Style`s. */
export type Writer =
  | Exclude<ParameterStyle, 'cookie'>
  | 'deepObjectBrackets'
  | 'deepObjectRepeat'
  | 'formQuery'
  | 'jsonPair'
  | 'jsonText'

/** How a parameter is sent: the runtime's `HttpParameter` without its names. */
export interface SentParameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly write: Writer
  readonly explode?: true
  readonly allowReserved?: true
  readonly raw?: true
}

export function sentParameter(parameter: Parameter): SentParameter {
  const { place, mediaType, allowReserved } = parameter
  const { style, explode } = serializationOf(parameter)
  const write = writerOf(parameter)
  return {
    in: place === 'querystring' || place === 'params' ? 'query' : place,
    write,
    ...(explode && mediaType === undefined ? { explode } : {}),
    ...(allowReserved ? { allowReserved } : {}),
    ...(style === 'cookie' ? { raw: true } : {}),
  }
}

function writerOf(parameter: Parameter): Writer {
  const { place, lists, mediaType = '' } = parameter
  const isJson = /json/i.test(mediaType)
  if (place === 'querystring') return isJson ? 'jsonText' : 'formQuery'
  if (isJson) return place === 'query' || place === 'cookie' ? 'jsonPair' : 'jsonText'
  return styleWriter(serializationOf(parameter).style, lists)
}

export function styleWriter(style: ParameterStyle, lists: ListStyle | undefined): Writer {
  switch (style) {
    case 'simple':
    case 'label':
    case 'matrix':
    case 'form':
    case 'spaceDelimited':
    case 'pipeDelimited':
      return style
    case 'deepObject':
      return deepObjectWriter(lists)
    case 'cookie':
      return 'form'
  }
}

function deepObjectWriter(lists: ListStyle | undefined): Writer {
  switch (lists) {
    case undefined:
      return 'deepObject'
    case 'brackets':
      return 'deepObjectBrackets'
    case 'repeat':
      return 'deepObjectRepeat'
  }
}

/**
 * Whether `placeQuery` and `placeSimple`, which only know names, serialize a parameter as
 * described.
 */
export function isSentByNameAlone(
  parameter: Parameter,
  declarations: ReadonlyMap<string, Declaration>,
): boolean {
  const { place, allowReserved, mediaType, shape } = parameter
  if (allowReserved || mediaType !== undefined) return false
  const { style, explode } = serializationOf(parameter)
  const holds = containerKinds(shape, declarations)
  if (place === 'query') {
    return style === 'form' && !holds.has('record') && (explode || !holds.has('list'))
  }
  return (place === 'path' || place === 'header') && style === 'simple' && holds.size === 0
}
