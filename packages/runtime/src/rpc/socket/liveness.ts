import { idleTimer } from './socket.js'

export interface LivenessInit {
  /** Silence after which the other side is asked; 0 for never. */
  readonly keepAliveMs: number
  /** How long the answer may take. */
  readonly answerMs: number
  /** Sends something that is answered at once. */
  ask(): void
  /** Whether the other side may be busy with something it was asked before. */
  isBusy(): boolean
  dead(): void
}

/** Knows whether anybody is at the other end: a socket can claim to be open for hours. */
export interface Liveness {
  /** When something came last; 0 when nothing ever did. */
  readonly heardAt: number
  start(): void
  /** Something came: whatever it is, it is a sign of life. */
  heard(): void
  /** Asks now, unless that is under way. */
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
      // Messages come in bundles, and to ask the time takes a fifth of what an event costs.
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
