import { idleTimer } from '../../core/index.js'

export interface LivenessInit {
  /** The silence after which the server is probed; 0 for never. */
  readonly keepAliveMs: number
  /** How long the response may take. */
  readonly answerMs: number
  /** Sends a call that is answered immediately. */
  ask(): void
  /** Whether the server may be busy with an earlier call. */
  isBusy(): boolean
  dead(): void
}

/** Detects dead connections: a socket can claim to be open for hours. */
export interface Liveness {
  /** When something was last received; 0 if nothing ever was. */
  readonly heardAt: number
  start(): void
  /** Notes that something was received, which is a sign of life. */
  heard(): void
  /** Probes now, unless a probe is pending. */
  probe(): void
  stop(): void
}

export function createLiveness(init: LivenessInit): Liveness {
  const { keepAliveMs, answerMs } = init
  let heardAt = 0
  let quietSince = performance.now()
  let listening: ReturnType<typeof setTimeout> | undefined
  let judging: ReturnType<typeof setTimeout> | undefined
  let noted = false

  function forget(): void {
    noted = false
  }

  function listen(): void {
    const silence = performance.now() - quietSince
    if (silence >= keepAliveMs) probe()
    listening = idleTimer(listen, silence < keepAliveMs ? keepAliveMs - silence : keepAliveMs)
  }

  function probe(): void {
    if (judging || keepAliveMs <= 0) return
    judging = idleTimer(judge, answerMs)
    init.ask()
  }

  function judge(): void {
    if (init.isBusy()) judging = idleTimer(judge, answerMs)
    else init.dead()
  }

  return {
    get heardAt() {
      return heardAt
    },
    start() {
      quietSince = performance.now()
      if (keepAliveMs > 0) listening = idleTimer(listen, keepAliveMs)
    },
    heard() {
      if (judging) clearTimeout(judging)
      judging = undefined
      // Messages arrive in bursts, and reading the clock takes a fifth of the time of an event.
      if (noted) return
      noted = true
      queueMicrotask(forget)
      heardAt = quietSince = performance.now()
    },
    probe,
    stop() {
      clearTimeout(listening)
      clearTimeout(judging)
    },
  }
}
