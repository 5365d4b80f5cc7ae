import { memberAt, TransportError } from '../../core/index.js'

/** Matches `0.38` in `0.38.17` and `v0.38.0-rc1`; chains may set the version to anything, or to nothing. */
const LINE = /^v?(\d{1,4})\.(\d{1,4})(?!\d)/

/**
 * Checks results of `status` for a release that the document does not describe: throws if the caller asked
 * for that, else warns once. Later releases before the next major one keep the same shapes.
 */
export function createReleaseWatch(
  release: string | undefined,
  checkRelease: boolean | undefined,
): (status: unknown) => void {
  const [, major, minor] = LINE.exec(release ?? '') ?? []
  let silent = checkRelease === false || major === undefined
  return (status) => {
    const version = memberAt(memberAt(status, 'node_info'), 'version')
    const [line, nodeMajor, nodeMinor] = LINE.exec(String(version)) ?? []
    if (silent || line === undefined) return
    if (nodeMajor === major && Number(nodeMinor) >= Number(minor)) return
    const message = `The node is of release ${nodeMajor}.${nodeMinor}, this client is made for ${release}: answers and events may differ`
    if (checkRelease) throw otherNode(message)
    silent = true
    console.warn(message)
  }
}

/** The error for a node that must not be used. */
export function otherNode(message: string): TransportError {
  return new TransportError(message, { fault: 'endpoint', operation: 'status', sent: false })
}
