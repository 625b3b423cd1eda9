/**
 * What lies beside the provider: a script in the shape of Google Identity Services, its button in a frame, and the page that its window ends on.
 * With `?access` in its address the script gives an access token as well, which Google's own does not.
 */
type Page = { type: string; write: (facts: { issuer: string; clientId: string }) => string }

const html = (body: string, script: string) =>
  `<!doctype html><html lang="en"><title>Provider</title><body style="margin:0">${body}<script>${script}</script></body></html>`

export const PROVIDER_PAGES: Record<string, Page> = {
  '/gsi/client': {
    type: 'text/javascript',
    write: ({ issuer }) => `(() => {
      const issuer = ${JSON.stringify(issuer)};
      const response = new URL(document.currentScript.src).searchParams.has('access') ? 'id_token token' : 'id_token';
      let options, look;
      addEventListener('message', ({ origin, data }) => {
        if (origin !== issuer) return;
        if (data.kind === 'click') look.click_listener?.();
        if (data.kind === 'credential') options.callback({ ...data.given, select_by: 'btn' });
      });
      window.google = { accounts: { id: {
        initialize(given) { options = given },
        renderButton(place, given) {
          look = given;
          const frame = document.createElement('iframe');
          frame.title = 'Continue with Google';
          frame.width = given.width;
          frame.height = 44;
          frame.style.border = '0';
          frame.src = issuer + '/gsi/button?' + new URLSearchParams({ client_id: options.client_id, nonce: options.nonce, response, theme: given.theme });
          place.replaceChildren(frame);
        },
        prompt() {},
        cancel() {},
      } } };
    })()`,
  },
  '/gsi/button': {
    type: 'text/html',
    write: ({ issuer }) =>
      html(
        '<style>button{width:100%;height:40px;border:1px solid #747775;border-radius:4px;background:#fff;color:#1f1f1f;font:500 14px sans-serif}.filled_black{border-color:#8e918f;background:#131314;color:#e3e3e3}</style><button>Continue with Google</button>',
        `const asked = new URLSearchParams(location.search);
        const state = crypto.randomUUID();
        document.querySelector('button').className = asked.get('theme');
        document.querySelector('button').onclick = () => {
          parent.postMessage({ kind: 'click' }, '*');
          window.open(${JSON.stringify(issuer)} + '/auth?' + new URLSearchParams({
            client_id: asked.get('client_id'), nonce: asked.get('nonce'), state,
            redirect_uri: location.origin + '/gsi/done', response_type: asked.get('response'), scope: 'openid email profile', prompt: 'login consent',
          }), 'provider', 'popup,width=480,height=640');
        };
        addEventListener('message', ({ origin, data }) => {
          if (origin === location.origin && data.state === state) parent.postMessage({ kind: 'credential', given: { credential: data.id_token, access_token: data.access_token } }, '*');
        })`,
      ),
  },
  '/favicon.ico': { type: 'image/svg+xml', write: () => '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  '/gsi/done': {
    type: 'text/html',
    write: () =>
      html('', `opener?.postMessage(Object.fromEntries(new URLSearchParams(location.hash.slice(1))), location.origin); window.close()`),
  },
}
