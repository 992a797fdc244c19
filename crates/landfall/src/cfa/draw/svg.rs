//! SVG output, without any other program.

use std::fmt::{self, Write};

use super::super::graph::{Loops, Members};
use super::super::program::*;
use super::layout::{COLUMN, Layout, ROW, layout};
use super::{label, role};

const RADIUS: f64 = 16.0;

/// The program as a scalable drawing.
pub fn write_svg(program: &Program) -> String {
    let (loops, members) = (Loops::new(program), Members::new(program));
    let layout = layout(program, &loops, &members);
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = draw(&mut out, program, &loops, &layout);
    out
}

fn draw(out: &mut String, program: &Program, loops: &Loops, layout: &Layout) -> fmt::Result {
    let (width, height) = (layout.width, layout.height);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"monospace\" font-size=\"10\">"
    )?;
    out.push_str(
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
    );
    for proc in program.procs.values() {
        let (x, y) = layout.place[proc.entry];
        writeln!(
            out,
            "<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\" font-size=\"13\">{}</text>",
            y - 26.0,
            escape(&proc.name)
        )?;
    }
    for (id, edge) in program.edges.iter() {
        draw_edge(out, program, layout, id, edge)?;
    }
    for (id, loc) in program.locs.iter() {
        let (x, y) = layout.place[id];
        let fill = role(program, loops, id).fill();
        let title = loc.error.as_ref().map_or(String::new(), |e| format!("<title>{}</title>", escape(&e.message)));
        writeln!(
            out,
            "<g class=\"loc\" id=\"{id}\">{title}<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"#333\"/>\
             <text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{id}</text></g>",
            y + 3.5
        )?;
    }
    out.push_str("</svg>\n");
    Ok(())
}

fn draw_edge(out: &mut String, program: &Program, layout: &Layout, id: EdgeId, edge: &Edge) -> fmt::Result {
    let ((x1, y1), (x2, y2)) = (layout.place[edge.src], layout.place[edge.dst]);
    // Edges with the same ends are bent differently.
    let same = program.outgoing(edge.src).filter(|(_, e)| e.dst == edge.dst).position(|(e, _)| e == id).unwrap_or(0);
    let down = y2 > y1;
    let adjacent = down && y2 - y1 <= ROW * 1.5;
    let bend = match (down, adjacent) {
        (true, true) => same as f64 * 40.0,
        // Around the rows between.
        (true, false) => COLUMN * 0.45 + same as f64 * 24.0,
        (false, _) => -(COLUMN * 0.4 + same as f64 * 24.0 + (y1 - y2).abs() * 0.08),
    };
    let (start, end) = if down { (y1 + RADIUS, y2 - RADIUS) } else { (y1, y2) };
    let (left, right) = if down { (x1, x2) } else { (x1 - RADIUS, x2 - RADIUS) };
    let (c1, c2) = if down { (start + 24.0, end - 24.0) } else { (start + 20.0, end - 20.0) };
    let path =
        format!("M{left:.0} {start:.0}C{:.0} {c1:.0} {:.0} {c2:.0} {right:.0} {end:.0}", left + bend, right + bend);
    // The middle of the curve.
    let (x, y) = ((left + right) / 2.0 + bend * 0.75, (start + end + 3.0 * (c1 + c2)) / 8.0);
    let text = escape(&label(program, &edge.op));
    let dash = if matches!(edge.op, Op::Skip) { " stroke-dasharray=\"4 3\"" } else { "" };
    writeln!(
        out,
        "<g class=\"edge\" id=\"{id}\"><path d=\"{path}\" fill=\"none\" stroke=\"#555\"{dash} marker-end=\"url(#tip)\"/>\
         <text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"3\">{text}</text></g>"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
