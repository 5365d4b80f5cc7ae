import { memberAt, TransportError } from '../../core/index.js'
import { otherChain } from '../errors.js'
import { redacted, type Transport } from '../transport.js'
import { at, headerIn } from './answer-parts.js'
import { seeingStatus } from './node-calls.js'

/** Matches `0.38` in `0.38.17` and `v0.38.0-rc1`; chains may set the version to anything, or to nothing. */
const LINE = /^v?(\d{1,4})\.(\d{1,4})(?!\d)/

/**
 * Checks results of `status` for a release that the document does not describe: throws if the caller asked
 * for that, else warns once. Later releases before the next major one keep the same shapes.
 */
export function createReleaseWatch(
  release: string | undefined,
  checkRelease: boolean | undefined,
  address?: string,
): (status: unknown) => void {
  const [, major, minor] = LINE.exec(release ?? '') ?? []
  let silent = checkRelease === false || major === undefined
  return (status) => {
    const version = memberAt(memberAt(status, 'node_info'), 'version')
    const [line, nodeMajor, nodeMinor] = LINE.exec(String(version)) ?? []
    if (silent || line === undefined) return
    if (nodeMajor === major && Number(nodeMinor) >= Number(minor)) return
    const message = `The node is of release ${nodeMajor}.${nodeMinor}, this client is made for ${release}: answers and events may differ`
    if (checkRelease) throw otherNode(message, address)
    silent = true
    console.warn(message)
  }
}

/** The error for a node that must not be used. */
function otherNode(problem: string, address: string | undefined): TransportError {
  const message = address ? `${problem} (status, ${address})` : problem
  return new TransportError(message, {
    fault: 'endpoint',
    operation: 'status',
    address,
    sent: false,
  })
}

/** Throws if an answer is of another chain; `chainIfAbsent` is the chain of answers that do not name theirs. */
export function assertChain(
  answer: unknown,
  chainId: string | undefined,
  address: string | undefined,
  chainIfAbsent?: string,
): void {
  if (chainId === undefined) return
  const network = at(at(answer, 'node_info'), 'network')
  const chain = network ?? at(headerIn(answer), 'chain_id') ?? chainIfAbsent
  if (chain === chainId) return
  throw otherNode(otherChain(chain, chainId), address)
}

export interface WantedNode {
  readonly chainId?: string | undefined
  readonly release?: string | undefined
  readonly checkRelease?: boolean | undefined
}

/** Calls a node, and throws if one of its responses of `status` shows that it is not the wanted one. */
export function checkNodeWithCalls(
  transport: Transport,
  { chainId, release, checkRelease }: WantedNode,
): Transport['call'] {
  const seeRelease = createReleaseWatch(release, checkRelease, transport.address)
  return seeingStatus(
    (...call) => transport.call(...call),
    (answer) => {
      try {
        assertChain(answer, chainId, transport.address)
        seeRelease(answer)
      } catch (error) {
        throw redacted(transport, error)
      }
    },
  )
}
