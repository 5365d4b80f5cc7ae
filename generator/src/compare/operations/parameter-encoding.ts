import type { Parameter } from '../../model/operations/operation.js'
import { serializationOf } from '../../model/operations/parameter-styles.js'
import type { RuleOf } from '../../model/rules/rule.js'
import { type Comparison, report, type Spot } from '../comparison.js'
import { ruleOfSide } from '../documents.js'
import { formOf } from '../schemas/form.js'

/** How a parameter is written: the words for each fact about it. */
type Writing = Readonly<Record<string, string>>

/** What is written in the same way as a parameter: headers of responses, too. */
type Written = Omit<Parameter, 'name' | 'shape' | 'required' | 'source'>

export function compareEncoding(on: Comparison, before: Written, after: Written, spot: Spot): void {
  if (before.place !== after.place) {
    report(on, 'encoding-changed', spot, `is in ${after.place} now, was in ${before.place}`)
    return
  }
  const isExploded =
    mayBeExploded(before, ruleOfSide(on, 'before')) || mayBeExploded(after, ruleOfSide(on, 'after'))
  const [old, now] = [writingOf(before, isExploded), writingOf(after, isExploded)]
  const facts = Object.keys({ ...old, ...now }).filter((fact) => old[fact] !== now[fact])
  if (facts.length === 0) return
  const text = (writing: Writing): string => facts.flatMap((fact) => writing[fact] ?? []).join(', ')
  report(on, 'encoding-changed', spot, `is written ${text(now)} now, was ${text(old)}`)
}

/** Whether a value has parts of its own, which `explode` writes in another way. */
function mayBeExploded(parameter: Written, ruleOf: RuleOf): boolean {
  const { kinds, values } = formOf([parameter.rule], ruleOf)
  if (values?.every((each) => typeof each !== 'object')) return false
  const isSimple = serializationOf(parameter).style === 'simple'
  return kinds.includes('object') || (kinds.includes('array') && !isSimple)
}

function writingOf(parameter: Written, isExploded: boolean): Writing {
  const { place, encoding, mediaType, allowReserved, lists } = parameter
  if (place === 'params') {
    const { jsonrpc = 'json', uri = 'json' } = encoding ?? {}
    return { jsonrpc: `as ${jsonrpc} in messages`, uri: `as ${uri} in URIs` }
  }
  if (mediaType !== undefined) return { style: `as ${mediaType}` }
  const { style, explode } = serializationOf(parameter)
  const reserved = allowReserved ? 'as they are' : 'escaped'
  const items = { brackets: '[] after', repeat: 'nothing after', indices: 'an index after' }
  return {
    style: `in the style ${style}`,
    ...(isExploded ? { explode: explode ? 'exploded' : 'not exploded' } : {}),
    reserved: `with reserved characters ${reserved}`,
    ...(style === 'deepObject'
      ? { lists: `with ${items[lists ?? 'indices']} names of lists` }
      : {}),
  }
}
