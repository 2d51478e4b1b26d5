/**
 * What does the stand-in of Stripe serve as its script?
 *
 * The few methods of Stripe.js that the dashboard's form calls. The card is an input in a frame's place, so that a journey can
 * type a number; a test number that asks for authentication shows two buttons, as the bank's page would. The number goes to
 * the stand-in and to nobody else.
 */
export const BROWSER_SCRIPT = `(() => {
  const home = new URL(document.currentScript.src).origin;
  const post = async (path, body) => {
    const response = await fetch(home + "/browser/" + path, { method: "POST", body: JSON.stringify(body) });
    return response.json();
  };
  const ask = () =>
    new Promise((answer) => {
      const dialog = document.createElement("dialog");
      dialog.setAttribute("aria-label", "Stand-in bank");
      for (const [text, value] of [["Complete authentication", "complete"], ["Fail authentication", "fail"]]) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.addEventListener("click", () => {
          dialog.remove();
          answer(value);
        });
        dialog.append(button);
      }
      document.body.append(dialog);
      dialog.showModal();
    });
  const confirm = async (path, body, name) => {
    let reply = await post(path, body);
    if (reply.status === "requires_action") reply = await post(path, { ...body, answered: await ask() });
    return reply.status === undefined ? { error: reply } : { [name]: reply };
  };
  const createCard = () => {
    const listeners = {};
    const input = document.createElement("input");
    input.setAttribute("aria-label", "Card number");
    input.autocomplete = "off";
    input.inputMode = "numeric";
    const say = (name, event) => (listeners[name] ?? []).forEach((listener) => listener(event));
    input.addEventListener("input", () => {
      const digits = input.value.replaceAll(/\\D/g, "");
      const error = digits.length > 16 ? { message: "Your card number is invalid." } : undefined;
      say("change", { elementType: "card", empty: digits === "", complete: /^\\d{15,16}$/.test(digits), error });
    });
    return {
      number: () => input.value.replaceAll(/\\D/g, ""),
      mount(place) {
        const element = typeof place === "string" ? document.querySelector(place) : place;
        element.replaceChildren(input);
        queueMicrotask(() => say("ready", {}));
      },
      on(name, listener) {
        (listeners[name] ??= []).push(listener);
      },
      focus: () => input.focus(),
      clear() {
        input.value = "";
      },
      update() {},
      unmount: () => input.remove(),
      destroy: () => input.remove(),
    };
  };
  window.Stripe = (publishableKey) => {
    if (!/^pk_/.test(publishableKey)) throw new Error("Please call Stripe() with your publishable key.");
    return {
      elements: () => ({ create: () => createCard() }),
      confirmCardSetup: (client_secret, { payment_method }) =>
        confirm("setup", { client_secret, number: payment_method.card.number() }, "setupIntent"),
      confirmCardPayment: (client_secret) => confirm("payment", { client_secret }, "paymentIntent"),
    };
  };
})();
`;
