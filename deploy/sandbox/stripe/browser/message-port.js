// Part of stripe.js: frames of this script's own origin, which hide the user's input from the page, and the message
// port to each.
const ORIGIN = new URL(document.currentScript.src).origin

class IntegrationError extends Error {
  name = 'IntegrationError'
}

/** A frame of this origin, with a private message port. */
class Frame {
  constructor(path, title, parent, style) {
    this.onMessage = () => {}
    this.pending = new Map()
    this.element = document.createElement('iframe')
    Object.assign(this.element, { src: ORIGIN + path, title, allow: 'payment *' })
    Object.assign(this.element.style, style)
    const channel = new MessageChannel()
    this.port = channel.port1
    this.port.onmessage = ({ data }) => this.receive(data)
    this.element.addEventListener('load', () => this.element.contentWindow.postMessage('stripe', ORIGIN, [channel.port2]), {
      once: true,
    })
    parent.append(this.element)
  }

  receive(data) {
    const resolve = this.pending.get(data.responseTo)
    this.pending.delete(data.responseTo)
    if (resolve) resolve(data.result)
    else this.onMessage(data)
  }

  send(type, data = {}) {
    this.port.postMessage({ type, ...data })
  }

  request(type, data) {
    const id = crypto.getRandomValues(new Uint32Array(1))[0]
    return new Promise((resolve) => {
      this.pending.set(id, resolve)
      this.send(type, { ...data, id })
    })
  }
}

/** Copies a value for a message: only texts, numbers and their containers. */
function cloned(value) {
  return JSON.parse(JSON.stringify(value))
}
