import type { Change } from '../../check/finding.js'
import { distinct } from '../../check/skeleton.js'
import { isSame, show } from '../../check/values.js'
import type { JsonType } from '../../model/json.js'

/** Describes a change to the schema called `name`. */
export function changeText(change: Change, name: string): string {
  switch (change.kind) {
    case 'not-required':
      return `remove \`${change.name}\` from required of ${name}`
    case 'not-dependent':
      return `remove \`${change.other}\` from what \`${change.name}\` requires in ${name}`
    case 'null':
      return `let ${name} be null`
    case 'types':
      return `add ${and(change.types.map((type) => `'${type}'`))} to type of ${name}`
    case 'values':
      return `add enum ${change.values.length > 1 ? 'values' : 'value'} ${and(change.values.map(show))} to ${name}`
    case 'field':
      return `add property \`${change.name}\` (${typesText(change.types)}) to ${name}`
    case 'variant':
      return `add variant \`${tagText(change.tag)}\` to ${name}`
    case 'member':
      return `add a member (${typesText(change.types)}) to ${name}`
    case 'kindless':
      return `add a member to ${name} for objects without ${change.names.length > 1 ? 'any of its keys' : `\`${change.names[0]}\``}`
    case 'limit':
      return `set ${limitText(change.keyword)} of ${name} to ${change.value}`
    case 'drop':
      return `remove ${change.keyword} from ${name}`
    case 'format':
      return `set format of ${name} to ${change.format}`
    case 'any-of':
      return `make oneOf of ${name} an anyOf`
    case 'allow':
      return `allow ${name}`
    case 'parameter':
      return `add parameter \`${change.name}\` (${typesText(change.types)}) to ${name}`
    case 'response':
      return `add response ${change.status} to ${name}`
    case 'content':
      return `add content type ${change.mediaType} to ${name}`
    case 'error':
      return `add error ${change.code} to ${name}`
  }
}

function tagText(tag: unknown): string {
  return typeof tag === 'string' ? tag : JSON.stringify(tag)
}

function limitText(keyword: string): string {
  return keyword.replace(/^exclusive(M)/, (_, letter: string) => letter.toLowerCase())
}

function typesText(types: readonly JsonType[]): string {
  return types.join(' or ')
}

function and(texts: readonly string[]): string {
  const [last = '', ...others] = [...texts].reverse()
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`
}

/** A key that is equal for two changes of one schema that are the same or can be merged into one list. */
export function changeKey(change: Change): string {
  switch (change.kind) {
    case 'not-required':
    case 'field':
    case 'parameter':
      return `${change.kind} ${change.name}`
    case 'response':
      return `response ${change.status}`
    case 'content':
      return `content ${change.mediaType}`
    case 'error':
      return `error ${change.code}`
    case 'not-dependent':
      return `${change.kind} ${change.name} ${change.other}`
    case 'variant':
      return `variant ${tagText(change.tag)}`
    case 'limit':
    case 'drop':
      return `${change.kind} ${change.keyword}`
    default:
      return change.kind
  }
}

/** Merges two changes with the same key. */
export function merged(left: Change, right: Change): Change {
  if ('skeletons' in left && 'skeletons' in right) {
    const skeletons = distinct([...left.skeletons, ...right.skeletons])
    const types = [...new Set([...(left.types ?? []), ...(right.types ?? [])])]
    return { ...left, ...(left.types ? { types } : {}), skeletons }
  }
  if ('types' in left && 'types' in right && left.types && right.types) {
    return { ...left, types: [...new Set([...left.types, ...right.types])] }
  }
  if (left.kind === 'values' && right.kind === 'values') {
    const news = right.values.filter((value) => !left.values.some((each) => isSame(each, value)))
    return { ...left, values: [...left.values, ...news] }
  }
  if (left.kind === 'limit' && right.kind === 'limit') {
    const widest = /min/i.test(left.keyword) ? Math.min : Math.max
    return { ...left, value: widest(left.value, right.value) }
  }
  return left
}
