// The two pictures of a test: a slider between them, side by side, and the differences over either.

function slider(test, showsDifference) {
  const at = (value) => stage.style.setProperty('--at', `${value}%`);
  const range = el('input', {
    type: 'range',
    min: 0,
    max: 100,
    step: 0.5,
    value: 50,
    'aria-label': 'Move between the two pictures',
    oninput: () => at(range.value),
  });
  const stage = el(
    'div',
    { class: 'stage' },
    el('img', { src: picture(test.synchronous.picture), alt: inOrder }),
    el('img', { class: 'late', src: picture(test.adverse.picture), alt: lateAnswer }),
    showsDifference && el('img', { class: 'overlay', src: picture(test.diff), alt: 'Differences' }),
    outline(test),
    range,
    el('span', { class: 'edge' }),
    el('span', { class: 'tag left' }, inOrder),
    el('span', { class: 'tag right' }, lateAnswer),
  );
  at(50);
  return stage;
}

// Around the differing pixels; the size of the picture is known once it is loaded.
function outline(test) {
  if (!test.box || !(test.box[2] > 0)) return null;
  const [x, y, width, height] = test.box;
  const frame = el('span', { class: 'where' });
  const image = new Image();
  image.onload = () => {
    const part = (value, whole) => `${(100 * value) / whole}%`;
    frame.style.left = part(x - 6, image.naturalWidth);
    frame.style.top = part(y - 6, image.naturalHeight);
    frame.style.width = part(width + 12, image.naturalWidth);
    frame.style.height = part(height + 12, image.naturalHeight);
  };
  image.src = picture(test.synchronous.picture);
  return frame;
}

function sideBySide(test, showsDifference) {
  const figure = (name, index) =>
    el(
      'figure',
      null,
      el('figcaption', null, name),
      el('img', { src: picture(index), alt: name, loading: 'lazy' }),
    );
  return el(
    'div',
    { class: 'pictures' },
    figure(inOrder, test.synchronous.picture),
    figure(lateAnswer, test.adverse.picture),
    showsDifference && figure('Differences', test.diff),
  );
}

function viewer(test, view, redraw) {
  if (picture(test.synchronous.picture) === null || picture(test.adverse.picture) === null)
    return null;
  const mode = (name, label) =>
    el(
      'button',
      {
        type: 'button',
        'aria-pressed': String(view.mode === name),
        onclick: () => redraw({ mode: name }),
      },
      label,
    );
  const hasDifference = picture(test.diff) !== null;
  const shows = hasDifference && view.difference;
  return el(
    'figure',
    { class: 'viewer card' },
    el(
      'div',
      { class: 'bar' },
      el(
        'div',
        { class: 'modes', role: 'group', 'aria-label': 'Pictures' },
        mode('both', 'Side by side'),
        mode('slider', 'Slider'),
      ),
      hasDifference &&
        el(
          'button',
          {
            type: 'button',
            class: 'toggle',
            'aria-pressed': String(shows),
            onclick: () => redraw({ difference: !shows }),
          },
          'Differences',
        ),
    ),
    view.mode === 'slider' ? slider(test, shows) : sideBySide(test, shows),
  );
}
