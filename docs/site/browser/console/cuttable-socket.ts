/**
 * Sockets that a switch interrupts, like a bad network. While the connection is cut, none can be opened.
 */
export interface CuttableLine {
  setOpen(next: boolean): void
}

/** A port that browsers refuse to connect to. */
const NOWHERE = 'ws://127.0.0.1:1'

/** Applies the switch to every socket of the page from now on. */
export function cuttableLine(connected: () => void): CuttableLine {
  let isOpen = true
  const open = new Set<WebSocket>()
  const Native = globalThis.WebSocket
  globalThis.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(isOpen ? url : NOWHERE, protocols)
      open.add(this)
      this.addEventListener('open', connected)
      this.addEventListener('close', () => open.delete(this))
    }
  }
  return {
    setOpen(next) {
      isOpen = next
      if (!next) for (const socket of open) socket.close()
    },
  }
}
