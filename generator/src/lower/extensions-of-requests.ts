import type {
  EarlierChains,
  EarlierValue,
  GivenMember,
  RequestFrom,
  RequestRule,
} from '../model/extensions.js'
import { flagAt, items, member, members, type Node, text, textAt } from '../source/node.js'

/** `x-tagwire-rules`: the key of each rule is its kind. */
export function requestRules(list: Node): RequestRule[] {
  return items(list).flatMap((rule) => requestRule(rule) ?? [])
}

function requestRule(rule: Node): RequestRule | undefined {
  const at = textAt(rule, 'at') ?? ''
  const [oneOf, needs] = [member(rule, 'oneOf'), member(rule, 'needs')]
  if (oneOf) return { oneOf: texts(oneOf) }
  if (needs) return { at, needs: texts(needs) }
  const sameSum = textAt(rule, 'sameSum')
  if (sameSum !== undefined) return { at, sameSum }
  const [sameLength, asSent] = [member(rule, 'sameLength'), member(rule, 'asSent')]
  if (sameLength) return { at, sameLength: earlierValue(sameLength) }
  if (asSent) return { at, sum: textAt(rule, 'sum') ?? '', asSent: earlierValue(asSent) }
  const addressOf = member(rule, 'addressOf')
  const chains = addressOf && member(addressOf, 'chains')
  if (!chains) return undefined
  const ids = member(addressOf, 'ids')
  return {
    at,
    addressOf: { chains: earlierChains(chains), ...(ids ? { ids: earlierValue(ids) } : {}) },
  }
}

/** `x-tagwire-made-from`. */
export function requestFrom(node: Node): RequestFrom {
  const given = member(node, 'given')
  return {
    name: textAt(node, 'name') ?? '',
    operation: textAt(node, 'operation') ?? '',
    members: texts(member(node, 'members')),
    given: Object.fromEntries(
      (given ? members(given) : []).map(([key, each]) => [key, givenMember(key, each)]),
    ),
  }
}

function givenMember(key: string, node: Node): GivenMember {
  const by = textAt(node, 'by')
  return {
    member: textAt(node, 'member') ?? key,
    required: flagAt(node, 'required'),
    ...(by === undefined ? {} : { by }),
  }
}

function earlierValue(node: Node): EarlierValue {
  return { operation: textAt(node, 'operation') ?? '', at: textAt(node, 'at') ?? '' }
}

function earlierChains(node: Node): EarlierChains {
  return {
    ...earlierValue(node),
    id: textAt(node, 'id') ?? '',
    family: textAt(node, 'family') ?? '',
    prefix: textAt(node, 'prefix') ?? '',
  }
}

export function texts(list: Node | undefined): string[] {
  return items(list).flatMap((each) => text(each) ?? [])
}
