import { memberAt, TransportError } from '../../core/index.js'

/** `0.38` of `0.38.17` and of `v0.38.0-rc1`; chains may set anything as the version, or nothing. */
const LINE = /^v?(\d{1,4})\.(\d{1,4})(?!\d)/

/**
 * Watches answers of `status` for a release that the document does not describe: throws where that was
 * asked for, else warns once. Later releases before the next major one keep the shapes of this one.
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

/** The error of a node that is not the one to ask. */
export function otherNode(message: string): TransportError {
  return new TransportError(message, { fault: 'endpoint', operation: 'status', sent: false })
}
