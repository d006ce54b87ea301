// Part of stripe.js: frames of this script's own origin, which keep what the user types, and the message port
// to each.
const ORIGIN = new URL(document.currentScript.src).origin

class IntegrationError extends Error {
  name = 'IntegrationError'
}

/** A frame of this origin, with a private message port. */
class Frame {
  constructor(path, title, parent, style) {
    this.heard = () => {}
    this.waiting = new Map()
    this.element = document.createElement('iframe')
    Object.assign(this.element, { src: ORIGIN + path, title, allow: 'payment *' })
    Object.assign(this.element.style, style)
    const line = new MessageChannel()
    this.port = line.port1
    this.port.onmessage = ({ data }) => this.receive(data)
    this.element.addEventListener('load', () => this.element.contentWindow.postMessage('stripe', ORIGIN, [line.port2]), {
      once: true,
    })
    parent.append(this.element)
  }

  receive(data) {
    const answer = this.waiting.get(data.answers)
    this.waiting.delete(data.answers)
    if (answer) answer(data.said)
    else this.heard(data)
  }

  tell(type, about = {}) {
    this.port.postMessage({ type, ...about })
  }

  ask(type, about) {
    const number = crypto.getRandomValues(new Uint32Array(1))[0]
    return new Promise((answered) => {
      this.waiting.set(number, answered)
      this.tell(type, { ...about, number })
    })
  }
}

/** Copies a value for a message: only texts, numbers and their containers. */
function plain(value) {
  return JSON.parse(JSON.stringify(value))
}
