// How things are written.

const numbers = new Intl.NumberFormat('en');
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];

function counted(count, word) {
  return `${numbers.format(count)} ${word}${count === 1 ? '' : 's'}`;
}

function sizeText(bytes) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let unit = 0;
  let size = bytes;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit > 0 ? size.toFixed(1) : size} ${units[unit]}`;
}

function lengthText(meters) {
  const length = Math.abs(meters);
  if (length < 1) return 'less than 1 m';
  if (length < 1000) return `${Math.round(length)} m`;
  return length < 10000 ? `${(length / 1000).toFixed(1)} km` : `${numbers.format(Math.round(length / 1000))} km`;
}

/** A day, counted since 1970, as a date of the calendar. */
function dateOf(day) {
  return new Date(day * 86400000);
}

function dayText(day) {
  if (day === null) return 'Date not known';
  const date = dateOf(day);
  const weekday = weekdays[((day % 7) + 7) % 7];
  return `${weekday} ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function clockText(minutes) {
  const minute = ((minutes % minutesOfDay) + minutesOfDay) % minutesOfDay;
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function degreesText(value, letters) {
  return `${Math.abs(value).toFixed(Math.abs(value) % 1 === 0 ? 0 : 2)}° ${letters[value < 0 ? 1 : 0]}`;
}

/** The name of a verdict, also of none. */
function verdictText(verdict) {
  return verdictNames[verdict] || 'not judged';
}

/** An element with a class, a text, and children. Names become text here and nowhere markup. */
function element(tag, className, content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const part of [content].flat()) {
    if (part !== null && part !== undefined && part !== '') made.append(part);
  }
  return made;
}

const shapes = [
  'M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1z',
  'M2 2h12v12H2z',
  'M8 1.2 15.4 14.4H.6z',
  'M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1zm0 3a4 4 0 1 1 0 8A4 4 0 1 1 8 4z',
];

/** The sign of a verdict: a circle, a square, a triangle; a ring for none. */
function glyph(verdict) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('class', `glyph ${verdictNames[verdict] || ''}`);
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', shapes[verdict]);
  svg.append(path);
  return svg;
}

/** Where a photo lies, in a few words: `30 m inside Office`. */
function whereText(photos, row) {
  const fence = photos.text('fence', row);
  if (!fence) return '';
  const distance = photos.distance === null ? NaN : photos.distance[row];
  if (Number.isNaN(distance)) return photos.isInside(row) ? `inside ${fence}` : `near ${fence}`;
  return `${lengthText(distance)} ${distance <= 0 ? 'inside' : 'outside'} ${fence}`;
}

/** The color of a name in the style. */
function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
