// Part of stripe.js: the card element. The page learns how complete the card is, and never its digits.
class CardElement {
  constructor(options, group) {
    this.options = options
    this.group = group
    this.listeners = []
  }

  mount(target) {
    const place = typeof target === 'string' ? document.querySelector(target) : target
    if (!place) throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements.`)
    if (this.place === place) return
    this.unmount()
    this.place = place
    place.replaceChildren()
    place.classList.add('StripeElement', 'StripeElement--empty')
    const style = { border: 0, width: '100%', height: '1.2em', display: 'block', colorScheme: 'normal' }
    this.frame = new Frame('/v3/card', 'Secure card payment input frame', place, style)
    this.frame.heard = (data) => this.hear(data)
    this.frame.tell('options', { options: plain(this.options) })
  }

  hear({ type, height, ...said }) {
    if (type === 'height') this.frame.element.style.height = height
    const marks = this.place.classList
    if (type === 'focus' || type === 'blur') marks.toggle('StripeElement--focus', type === 'focus')
    if (type === 'change') {
      marks.toggle('StripeElement--complete', said.complete)
      marks.toggle('StripeElement--empty', said.empty)
      marks.toggle('StripeElement--invalid', Boolean(said.error))
    }
    if (type !== 'height') this.emit(type, { elementType: 'card', ...said })
  }

  emit(type, event) {
    for (const each of [...this.listeners]) {
      if (each.type !== type) continue
      if (each.once) this.off(type, each.handler)
      each.handler(event)
    }
  }

  on(type, handler) {
    this.listeners.push({ type, handler, once: false })
    return this
  }

  once(type, handler) {
    this.listeners.push({ type, handler, once: true })
    return this
  }

  off(type, handler) {
    this.listeners = this.listeners.filter((each) => each.type !== type || (handler && each.handler !== handler))
    return this
  }

  update(options) {
    Object.assign(this.options, options)
    this.frame?.tell('options', { options: plain(this.options) })
  }

  focus() {
    this.frame?.tell('focus')
  }

  blur() {
    this.frame?.tell('blur')
  }

  clear() {
    this.frame?.tell('clear')
  }

  unmount() {
    if (!this.place) return
    this.frame.element.remove()
    for (const mark of ['', '--complete', '--empty', '--focus', '--invalid']) {
      this.place.classList.remove(`StripeElement${mark}`)
    }
    this.place = this.frame = undefined
  }

  destroy() {
    this.unmount()
    this.listeners = []
    this.group.forget(this)
  }
}

class Elements {
  elements = new Map()

  create(type, options = {}) {
    if (type !== 'card') throw new IntegrationError(`This stand-in has the card element alone: ${type}`)
    if (this.elements.has(type)) throw new IntegrationError(`Can only create one Element of type ${type}`)
    const made = new CardElement({ ...options }, this)
    this.elements.set(type, made)
    return made
  }

  getElement(type) {
    return this.elements.get(type === CardElement ? 'card' : type) ?? null
  }

  forget(element) {
    for (const [type, each] of this.elements) if (each === element) this.elements.delete(type)
  }

  update() {}
}
